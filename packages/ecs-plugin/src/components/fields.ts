/** How a field is stored. An entity field is a Uint32Array that bitECS serializers map from one world's ids to another's. */
export type FieldKind = 'f64' | 'u32' | 'u8' | 'entity';

/** One field of a component. The stores, the checks of `set` and the tables in docs/ecs.md are made from these. */
export interface FieldSpec<K extends FieldKind = FieldKind> {
  readonly kind: K;
  readonly unit: string;
  readonly default: number;
  readonly about: string;
  /** Written by the plugin alone. */
  readonly output: boolean;
}

export type FieldSpecs = Readonly<Record<string, FieldSpec>>;

export type FieldArray = Float64Array | Uint32Array | Uint8Array;

type ArrayOf<K extends FieldKind> = K extends 'f64'
  ? Float64Array
  : K extends 'u8'
    ? Uint8Array
    : Uint32Array;

/** What users hold: one array a field, indexed by entity id. Arrays are replaced when they grow, so read `Position.x` anew. */
export type StoreOf<S extends FieldSpecs> = { readonly [F in keyof S]: ArrayOf<S[F]['kind']> };

const field =
  <K extends FieldKind>(kind: K, output = false) =>
  (unit: string, fallback: number, about: string): FieldSpec<K> => ({
    kind,
    unit,
    default: fallback,
    about,
    output,
  });

export const real = field('f64');
export const realOutput = field('f64', true);
export const countOutput = field('u32', true);
export const bits = field('u32');
export const flagOutput = field('u8', true);

/** A small number with names; `about` lists them. */
export const choice = (fallback: number, about: string): FieldSpec<'u8'> => field('u8')('', fallback, about);

/** An identifier that is not an entity. */
export const number = (about: string): FieldSpec<'u32'> => field('u32')('', 0, about);

export const entity = (about: string): FieldSpec<'entity'> => field('entity')('entity', 0, about);

export const entityOutput = (about: string): FieldSpec<'entity'> => field('entity', true)('entity', 0, about);

export const createArray = (kind: FieldKind, length: number): FieldArray => {
  switch (kind) {
    case 'f64':
      return new Float64Array(length);
    case 'u8':
      return new Uint8Array(length);
    case 'u32':
      return new Uint32Array(length);
    case 'entity':
      return asReference(new Uint32Array(length));
  }
};

/** The mark that `ref()` of bitecs/serialization sets. The symbol is registered, so that module need not be loaded for it. */
const REFERENCE = Symbol.for('bitecs-ref');

const asReference = (array: Uint32Array): Uint32Array =>
  Object.defineProperty(array, REFERENCE, { value: true });
