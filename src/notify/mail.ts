import { createTransport, type Transporter } from 'nodemailer';
import type { AttemptOutcome } from '../domain/notifications/delivery.ts';

interface MailOptions {
  /** Of the operator's own setting, as in `smtps://user:password@mail.example:465`. */
  readonly url: string;
  readonly from: string;
  readonly timeoutMs: number;
}

interface Mail {
  readonly to: string;
  /** The same for every attempt: a mail server that has it may drop the repeat. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands mail to the operator's server. Like the other senders it never fails: whatever happens is an outcome. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;

  constructor({ url, from, timeoutMs }: MailOptions) {
    const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
    this.#transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
    this.#from = from;
  }

  async send({ to, id, subject, text }: Mail): Promise<{ readonly outcome: AttemptOutcome; readonly answer: string }> {
    const host = this.#from.split('@').at(-1)?.replace(/>$/, '') ?? 'localhost';
    try {
      const sent = await this.#transport.sendMail({
        from: this.#from,
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${id}@${host}>`,
        headers: { 'auto-submitted': 'auto-generated' },
      });
      return { outcome: 'delivered', answer: String(sent.response) };
    } catch (error) {
      const answer = error instanceof Error ? error.message : String(error);
      // 5xx: the server will not take it, however often it is asked.
      const code = (error as { responseCode?: number }).responseCode ?? 0;
      return { outcome: code >= 500 ? 'unsendable' : 'unreachable', answer };
    }
  }

  close(): void {
    this.#transport.close();
  }
}
