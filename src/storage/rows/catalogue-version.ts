import { text } from './codec.ts';

/** The number for people, and a mark that comes only once: a number that was lost can come again for another catalogue. */
export const versionText = "v.version || ' ' || v.epoch";

export const catalogueVersion = text.from(versionText);
