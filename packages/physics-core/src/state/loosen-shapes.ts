/**
 * V8 compiles hot functions on what it has seen so far: a field that was never written twice counts as
 * constant, and one that only ever held one kind of array as holding nothing else. The first column that
 * grows, and the second world, break such assumptions, and with them the compiled code of nearly every
 * stage, which then runs uncompiled for some dozen steps. Writing every field once more, before anything is
 * compiled, keeps the assumptions from being made. Measured: the first impacts of a falling pile, in a
 * second world, take a fifth of the time.
 *
 * Numbers are left alone: reading a number that is not constant can allocate it.
 */
export const loosenShapes = (object: object): void => {
  const fields = object as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (typeof value !== 'object' || value === null) continue;
    fields[name] = null;
    fields[name] = value;
    if (!Array.isArray(value) && !ArrayBuffer.isView(value)) loosenShapes(value);
  }
};
