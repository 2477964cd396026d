/** three.js has no types of its own; the snippets that draw with it are short. */
declare module 'three';
