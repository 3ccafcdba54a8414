import { AppError } from '../../errors/app-error.ts';

/** What files of the catalogue are read with: whatever is wrong in one is told with its place. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong('the file', 'is not JSON');
  }
}

export function record(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(at, 'is not an object');
  return value as Readonly<Record<string, unknown>>;
}

export function array(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(at, 'is not a list');
  return value;
}

export function requireOnce(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(twice, 'stands there twice');
}

export function wrong(place: string, what: string): AppError {
  return new AppError('catalogue_malformed', { place, what });
}
