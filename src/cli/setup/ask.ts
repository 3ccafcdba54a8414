import { createInterface } from 'node:readline';

/** The answers ended before the questions did: Ctrl-D, or the end of a file. */
export class NoMoreAnswers extends Error {}

/** Somebody at a terminal. Questions go where progress goes, so that the standard output stays for the result. */
export class Asker {
  readonly #lines: AsyncIterator<string>;
  readonly #close: () => void;

  constructor(input: NodeJS.ReadableStream) {
    const reader = createInterface({ input });
    this.#lines = reader[Symbol.asyncIterator]();
    this.#close = () => reader.close();
  }

  /** An empty answer is the proposed one. What `check` finds wrong is said, and asked again. */
  async ask(question: string, proposed: string, check?: (answer: string) => string | null): Promise<string> {
    for (;;) {
      process.stderr.write(`${question}${proposed === '' ? '' : ` [${proposed}]`}: `);
      const { value, done } = await this.#lines.next();
      if (done === true) throw new NoMoreAnswers();
      const answer = value.trim() === '' ? proposed : value.trim();
      const fault = check?.(answer) ?? null;
      if (fault === null) return answer;
      process.stderr.write(`  ${fault}\n`);
    }
  }

  async agrees(question: string): Promise<boolean> {
    const answer = await this.ask(`${question} (yes or no)`, 'yes', (given) =>
      /^(y|yes|n|no)$/i.test(given) ? null : 'Answer yes or no.',
    );
    return answer.toLowerCase().startsWith('y');
  }

  close(): void {
    this.#close();
  }
}
