import { currencyWords } from './currency-words.ts';
import { type PartName, type PatternNode, type ReadPart, readParts } from './pattern.ts';
import {
  check,
  either,
  many,
  mark,
  maybe,
  type Piece,
  type Program,
  programOf,
  repeat,
  run,
  type Takes,
  take,
} from './program.ts';
import { isDigit, isInsideWord, isLetter, isNumeral } from './regular-text.ts';

export function compilePattern(nodes: readonly PatternNode[], currency: string): Program {
  return programOf(piecesOf(nodes, currency));
}

function piecesOf(nodes: readonly PatternNode[], currency: string): Piece {
  return run(...nodes.map((node) => pieceOf(node, currency)));
}

function pieceOf(node: PatternNode, currency: string): Piece {
  switch (node.kind) {
    case 'words':
      return words(node.text);
    case 'either':
      return either(...node.texts.map(words));
    case 'maybe':
      return either(
        piecesOf(node.nodes, currency),
        run(...partsWithin(node.nodes).map((part) => mark('absent', part))),
      );
    case 'part':
      return partPiece(node.name, currency);
  }
}

function partsWithin(nodes: readonly PatternNode[]): readonly ReadPart[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'maybe') return partsWithin(node.nodes);
    return node.kind === 'part' ? readParts.filter((part) => part === node.name) : [];
  });
}

const isOneOf = (units: string): Takes => {
  const codes = [...units].map((unit) => unit.charCodeAt(0));
  return codes.length === 1 ? (unit) => unit === codes[0] : (unit) => codes.includes(unit);
};
const isSpace = isOneOf(' ');
/** Of a name: letters, initials with their point, double names, `О'Нил`. */
const isBetweenNames = isOneOf(" .-'");
const isOfName: Takes = (unit) => isLetter(unit) || isBetweenNames(unit);
/** Anything but digits, of any script. */
const isOfAny: Takes = (unit) => !isNumeral(unit);

/** A number begins or ends here: no digit on the other side, also none behind a point, a comma or an apostrophe. */
const isBetweenDigits = isOneOf(".,'");
const beginsNumber = check((text, at) => {
  const before = text.charCodeAt(at - 1);
  return !isDigit(before) && !(isBetweenDigits(before) && isDigit(text.charCodeAt(at - 2)));
});
const endsNumber = check((text, at) => {
  const behind = text.charCodeAt(at);
  return !isDigit(behind) && !(isBetweenDigits(behind) && isDigit(text.charCodeAt(at + 1)));
});
const edge = check((text, at) => !isInsideWord(text, at));
const space = maybe(take(isSpace));

/**
 * A space between two words has to be there. Beside anything else it may be missing or be there: banks write `+ 500 ₽` and
 * `+500₽`, `Баланс: 5р` and `Баланс:5р`.
 */
function words(text: string): Piece {
  const isSolid = (at: number) => at < 0 || at >= text.length || isLetter(text.charCodeAt(at));
  return run(
    ...text.split('').map((unit, at) => {
      const same = take(isOneOf(unit));
      if (unit === ' ') return isSolid(at - 1) && isSolid(at + 1) ? same : space;
      return isSolid(at) ? same : run(space, same, space);
    }),
  );
}

function partPiece(name: PartName, currency: string): Piece {
  switch (name) {
    case 'amount':
      return around(name, decimal);
    case 'balance':
      return around(name, run(maybe(take(isOneOf('-')), space), decimal));
    case 'currency':
      return run(
        space,
        either(...currencyWords(currency).map((word) => run(...[...word].map((unit) => take(isOneOf(unit)))))),
        edge,
        maybe(take(isOneOf('.'))),
      );
    case 'digits':
      return run(space, many(isOneOf('*.#')), around(name, run(beginsNumber, repeat(isDigit, 3, 6), endsNumber)));
    case 'time':
      return around(name, time);
    case 'date':
      return around(name, run(beginsNumber, either(dateOf(2, 2, 2), dateOf(2, 2, 4), dateOf(4, 2, 2)), endsNumber));
    case 'name':
      return around(name, run(edge, take(isLetter), many(isOfName), edge));
    case 'any':
      return run(
        space,
        edge,
        take((unit) => isOfAny(unit) && !isSpace(unit)),
        many(isOfAny),
        edge,
      );
    case 'number':
      return run(space, beginsNumber, take(isDigit), many(isOfNumber), endOfAnyNumber);
  }
}

function around(part: ReadPart, piece: Piece): Piece {
  return run(space, mark('begin', part), piece, mark('end', part));
}

const isWithinNumber = isOneOf('.,/:-');
const isOfNumber: Takes = (unit) => isDigit(unit) || isWithinNumber(unit);
const endOfAnyNumber = check((text, at) => isDigit(text.charCodeAt(at - 1)) && !isDigit(text.charCodeAt(at)));

/** Digits, alone or in groups of three; a fraction of one or two. What the characters mean is for `part-values.ts`. */
const decimal = run(
  beginsNumber,
  either(
    run(either(repeat(isDigit, 1, 13), groups(" '")), maybe(take(isOneOf('.,')), repeat(isDigit, 1, 2))),
    run(groups(','), take(isOneOf('.')), repeat(isDigit, 2, 2)),
    run(groups('.'), take(isOneOf(',')), repeat(isDigit, 2, 2)),
  ),
  endsNumber,
);

function groups(separators: string): Piece {
  const group = run(take(isOneOf(separators)), repeat(isDigit, 3, 3));
  return run(repeat(isDigit, 1, 3), group, maybe(group), maybe(group), maybe(group));
}

const isColon = isOneOf(':');
const time = run(
  beginsNumber,
  repeat(isDigit, 1, 2),
  take(isColon),
  repeat(isDigit, 2, 2),
  maybe(take(isColon), repeat(isDigit, 2, 2)),
  endsNumber,
  check((text, at) => !(isColon(text.charCodeAt(at)) && isDigit(text.charCodeAt(at + 1)))),
);

function dateOf(first: number, second: number, third: number): Piece {
  const point = take(isOneOf(first === 4 ? '-' : '.'));
  return run(
    repeat(isDigit, first, first),
    point,
    repeat(isDigit, second, second),
    point,
    repeat(isDigit, third, third),
  );
}
