import type { SourceAnswer } from '../domain/rates/rate-feed.ts';
import { type RateSource, readSource } from '../domain/rates/rate-source.ts';
import { parseExactJson } from '../domain/text/exact-json.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import { fetchDocument } from './fetch-document.ts';

/** An exchange answers in a second and with a few kilobytes; more than this is not what was asked for. */
const limits = { timeoutMs: 5_000, bytesMax: 1024 * 1024 } as const;

interface AskingRules {
  /** Sources in the service's own network: only where nothing is worth protecting. */
  readonly allowsPrivate: boolean;
  readonly now: Instant;
}

/** What one source says now, and the beginning of its answer: what somebody looks at who searches for the path. */
export interface AskedOnce {
  readonly answer: SourceAnswer;
  readonly excerpt: string | null;
}

export async function askSource(source: RateSource, rules: AskingRules, signal: AbortSignal): Promise<AskedOnce> {
  let text: string;
  try {
    text = await fetchDocument(source.url, { ...limits, allowsPrivate: rules.allowsPrivate }, signal);
  } catch (error) {
    return { answer: { failure: error instanceof Error ? error.message : String(error) }, excerpt: null };
  }
  return { answer: readText(text, source, rules.now), excerpt: text.slice(0, excerptCharactersMax) };
}

const excerptCharactersMax = 2_000;

function readText(text: string, source: RateSource, now: Instant): SourceAnswer {
  let document: unknown;
  try {
    document = parseExactJson(text);
  } catch {
    return { failure: 'the answer is no JSON' };
  }
  return readSource(document, source, now);
}

/** The answers up to the first that is a rate; the sources after it are not bothered. */
export async function askInOrder(
  sources: readonly RateSource[],
  rules: AskingRules,
  signal: AbortSignal,
): Promise<SourceAnswer[]> {
  const answers: SourceAnswer[] = [];
  for (const source of sources) {
    const { answer } = await askSource(source, rules, signal);
    answers.push(answer);
    if ('rate' in answer || signal.aborted) break;
  }
  return answers;
}
