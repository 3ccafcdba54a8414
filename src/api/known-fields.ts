/** What is read of a schema here; it has been used to validate the value already. */
interface Described {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly patternProperties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
  readonly allOf?: readonly Described[];
}

/**
 * A valid value with nothing in it that its schema does not name. Unknown fields are ignored by the interface; ignored they are only
 * if they go no further: an endpoint that hands a body on as a whole would hand on an `id` or an `actor` with it, in the
 * place of its own.
 */
export function knownFields(schema: object, value: unknown): unknown {
  const cut = cuts.get(schema) ?? cutTo(schema as Described);
  cuts.set(schema, cut);
  return cut(value);
}

/** Names that the schema does not know, of the outermost object alone: most often misspelt ones. */
export function unknownFields(schema: object, value: unknown): string[] {
  const { properties = {}, patternProperties } = schema as Described;
  if (typeof value !== 'object' || value === null || patternProperties !== undefined) return [];
  return Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
}

type Cut = (value: unknown) => unknown;

/** Made once for each schema: every request with a body passes here. */
const cuts = new WeakMap<object, Cut>();

const asItIs: Cut = (value) => value;

function cutTo(schema: Described): Cut {
  const branches = schema.anyOf ?? schema.allOf;
  const list = branches === undefined ? cutOfList(schema) : cutTo(branchFor(branches, 'list'));
  const object = branches === undefined ? cutOfObject(schema) : cutTo(branchFor(branches, 'object'));
  if (list === asItIs && object === asItIs) return asItIs;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? list(value) : object(value);
  };
}

function cutOfList({ items }: Described): Cut {
  if (items === undefined) return asItIs;
  const each = cutTo(items);
  return (value) => (value as readonly unknown[]).map(each);
}

function cutOfObject({ properties, patternProperties }: Described): Cut {
  // A schema that names nothing at all takes anything: its endpoint reads the value by other means.
  if (properties === undefined && patternProperties === undefined) return asItIs;
  const named = new Map(Object.entries(properties ?? {}).map(([name, inner]) => [name, cutTo(inner)]));
  const patterns = Object.entries(patternProperties ?? {}).map(
    ([pattern, inner]) => [new RegExp(pattern, 'u'), cutTo(inner)] as const,
  );
  const cutOf = (name: string) => named.get(name) ?? patterns.find(([pattern]) => pattern.test(name))?.[1];
  return (value) => {
    const given = value as Record<string, unknown>;
    const names = Object.keys(given);
    // Most bodies have nothing to lose.
    if (names.every((name) => cutOf(name) === asItIs)) return given;
    const known: [string, unknown][] = [];
    for (const name of names) {
      const cut = cutOf(name);
      if (cut !== undefined) known.push([name, cut(given[name])]);
    }
    return Object.fromEntries(known);
  };
}

/** Of the shapes that a value may have, the one of its kind: no two of a request are objects. */
function branchFor(branches: readonly Described[], kind: 'list' | 'object'): Described {
  const isOfKind = (branch: Described) =>
    branch.anyOf !== undefined ||
    branch.allOf !== undefined ||
    (kind === 'list' ? branch.items !== undefined : branch.properties !== undefined);
  return branches.find(isOfKind) ?? {};
}
