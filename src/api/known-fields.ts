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
  return within(schema as Described, value);
}

function within(schema: Described, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const branches = schema.anyOf ?? schema.allOf;
  if (branches !== undefined) return within(branchFor(branches, value), value);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => within(items, item));
  }
  const { properties, patternProperties = {} } = schema;
  // A schema that names nothing at all takes anything: whoever wrote it reads the value by other means.
  if (properties === undefined && schema.patternProperties === undefined) return value;
  const patterns = Object.entries(patternProperties);
  const known = Object.entries(value).flatMap(([name, inner]) => {
    const described = Object.hasOwn(properties ?? {}, name)
      ? properties?.[name]
      : patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name))?.[1];
    return described === undefined ? [] : [[name, within(described, inner)]];
  });
  return Object.fromEntries(known);
}

/** Of the shapes that a value may have, the one of its kind: no two of a request are objects. */
function branchFor(branches: readonly Described[], value: object): Described {
  const isOfKind = (branch: Described) =>
    branch.anyOf !== undefined ||
    branch.allOf !== undefined ||
    (Array.isArray(value) ? branch.items !== undefined : branch.properties !== undefined);
  return branches.find(isOfKind) ?? {};
}
