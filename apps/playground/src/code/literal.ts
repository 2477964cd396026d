/** Values as TypeScript source, with all their digits. */

/** A line longer than this is broken into one field per line. */
const LINE = 96;

export const literal = (value: unknown, indent = 0): string => {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, indent)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return objectLiteral(value, indent);
  return String(value);
};

/** Names that are written without quotes. */
const isPlain = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

const objectLiteral = (value: object, indent: number): string => {
  const fields = Object.entries(value).map(([name, member]) => {
    const key = isPlain(name) ? name : `'${name}'`;
    return member instanceof Name && member.text === name ? name : `${key}: ${field(member, indent + 2)}`;
  });
  if (fields.length === 0) return '{}';
  const line = `{ ${fields.join(', ')} }`;
  if (line.length + indent <= LINE && !line.includes('\n')) return line;
  const pad = ' '.repeat(indent + 2);
  return `{\n${fields.map((text) => `${pad}${text},\n`).join('')}${' '.repeat(indent)}}`;
};

const field = (value: unknown, indent: number): string =>
  value instanceof Name ? value.text : literal(value, indent);

/** A variable of the written program instead of a value. */
export class Name {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
