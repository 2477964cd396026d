/** JSON has no infinity; limits and bounds do. */
const FORMS: readonly (readonly [text: string, value: number])[] = [
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
];

export const toJson = (value: unknown, space?: number): string =>
  JSON.stringify(
    value,
    (_, member: unknown) => FORMS.find(([, number]) => number === member)?.[0] ?? member,
    space,
  );

export const fromJson = (text: string): unknown =>
  JSON.parse(text, (_, member: unknown) => FORMS.find(([form]) => form === member)?.[1] ?? member);
