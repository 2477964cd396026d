import { PhysicsError } from '../../errors.js';
import { type Check, type Checks, checkFields } from '../../validate.js';

/** Checks of the fields of a shape, its kind among them. */
export type ShapeChecks = Readonly<Record<string, Check>>;

/** Checks a shape that was written down: all its fields are required. */
export const checkShapeFields = (
  shape: { readonly kind: string },
  field: string,
  checks: ShapeChecks,
): void => {
  for (const name of Object.keys(checks)) {
    if ((shape as Readonly<Record<string, unknown>>)[name] !== undefined) continue;
    throw new PhysicsError(
      'wrong-type',
      `${field}.${name} is missing`,
      `Make the shape with ${shape.kind}(...)`,
    );
  }
  checkFields(field, shape, checks as Checks<typeof shape>);
};
