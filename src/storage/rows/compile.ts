/**
 * Makes a function from its text. What works with rows is written as a person would write it, one property after the other,
 * from the description of the row: a loop over properties makes a row forty times slower (measured: 8 against 0.2 µs for
 * an invoice), because the engine cannot know its shape beforehand. Nothing from outside gets into a text: names of
 * properties are checked, and everything else is a hook, passed by reference.
 */
export class Source {
  readonly #hooks: unknown[] = [];

  /** How the text names a function that it calls. */
  hook(called: unknown): string {
    return `hooks[${this.#hooks.push(called) - 1}]`;
  }

  compile<Made>(parameters: string, expression: string): Made {
    const make = new Function('hooks', `'use strict'; return (${parameters}) => (${expression});`);
    return make(this.#hooks) as Made;
  }
}

const identifier = /^[A-Za-z]\w*$/;

export function propertyName(name: string): string {
  if (!identifier.test(name)) throw new Error(`"${name}" is no name of a property`);
  return name;
}
