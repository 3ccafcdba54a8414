/**
 * A pattern as a machine of steps, to be walked by `match.ts`. A step either takes one character or leads on at the same place.
 * Steps that take nothing lead to later steps only, so a walk cannot go round without taking a character, and no pattern and no
 * text can make it run away.
 */
type Step =
  | { readonly kind: 'take'; readonly takes: Takes; readonly to: number }
  | { readonly kind: 'lead'; readonly to: readonly number[] }
  | { readonly kind: 'check'; readonly holds: Holds; readonly to: number }
  | { readonly kind: 'mark'; readonly mark: Mark; readonly part: string; readonly to: number }
  | { readonly kind: 'done' };

export type Program = readonly Step[];

/** One unit of the text by its code, which is quicker than a text of one character. */
export type Takes = (unit: number) => boolean;
type Holds = (text: string, at: number) => boolean;
/** Where a part begins and ends; or that this way is one without it. */
type Mark = 'begin' | 'end' | 'absent';

/** What programs are made of. */
export type Piece =
  | { readonly kind: 'take'; readonly takes: Takes }
  | { readonly kind: 'many'; readonly takes: Takes }
  | { readonly kind: 'check'; readonly holds: Holds }
  | { readonly kind: 'mark'; readonly mark: Mark; readonly part: string }
  | { readonly kind: 'run'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'either'; readonly ways: readonly Piece[] };

export const take = (takes: Takes): Piece => ({ kind: 'take', takes });
/** As often as it goes, or not at all. */
export const many = (takes: Takes): Piece => ({ kind: 'many', takes });
export const check = (holds: Holds): Piece => ({ kind: 'check', holds });
export const mark = (kind: Mark, part: string): Piece => ({ kind: 'mark', mark: kind, part });
export const run = (...pieces: readonly Piece[]): Piece => ({ kind: 'run', pieces });
export const either = (...ways: readonly Piece[]): Piece => ({ kind: 'either', ways });
export const maybe = (...pieces: readonly Piece[]): Piece => either(run(...pieces), run());

export function repeat(takes: Takes, least: number, most: number): Piece {
  return run(
    ...Array.from({ length: least }, () => take(takes)),
    ...Array.from({ length: most - least }, () => maybe(take(takes))),
  );
}

export function programOf(piece: Piece): Program {
  const steps: Step[] = [];
  write(steps, piece);
  steps.push({ kind: 'done' });
  return steps.map((step) => shortened(steps, step));
}

/** Past the steps that only lead on: they are many, and each would be looked at for each character. */
function shortened(steps: readonly Step[], step: Step): Step {
  if (step.kind === 'done') return step;
  if (step.kind === 'lead') return { kind: 'lead', to: [...new Set(step.to.map((to) => pastLeads(steps, to)))] };
  return { ...step, to: pastLeads(steps, step.to) };
}

function pastLeads(steps: readonly Step[], from: number): number {
  let at = from;
  for (let step = steps[at]; step?.kind === 'lead' && step.to.length === 1; step = steps[at]) at = step.to[0] ?? at;
  return at;
}

/** Steps are written one behind the other; what has no other way goes on with the next. */
function write(steps: Step[], piece: Piece): void {
  const to = steps.length + 1;
  switch (piece.kind) {
    case 'take':
    case 'check':
    case 'mark':
      steps.push({ ...piece, to });
      break;
    case 'many':
      // The one step that leads back, behind a character that it took.
      steps.push({ kind: 'lead', to: [to, to + 1] }, { kind: 'take', takes: piece.takes, to: to - 1 });
      break;
    case 'run':
      for (const one of piece.pieces) write(steps, one);
      break;
    case 'either':
      writeEither(steps, piece.ways);
      break;
  }
}

function writeEither(steps: Step[], ways: readonly Piece[]): void {
  const fork = steps.length;
  steps.push({ kind: 'lead', to: [] });
  const [begins, ends]: [number[], number[]] = [[], []];
  for (const way of ways) {
    begins.push(steps.length);
    write(steps, way);
    ends.push(steps.length);
    steps.push({ kind: 'lead', to: [] });
  }
  steps[fork] = { kind: 'lead', to: begins };
  for (const end of ends) steps[end] = { kind: 'lead', to: [steps.length] };
}
