import { isUnbound } from '../domain/authority/token-bounds.ts';
import { currencyOf, formatAmount } from '../domain/money/money.ts';
import { type ApiToken, endsSoon } from '../domain/people/people.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import { formatTimestamp } from '../domain/text/timestamp.ts';
import { AppError } from '../errors/app-error.ts';
import { revokeToken } from '../settings/people/revoke-token.ts';
import { findLogin, listTokens } from '../storage/reads/people/people-reads.ts';
import { type CliCommand, table } from './command-line.ts';
import { type CliSession, openCatalogue, reasonOption, runAct, wholeNumber, withDatabase } from './session.ts';

/** Tokens are made in the console, by their owners: the maker of a token sees its secret. */
const list: CliCommand = {
  name: 'token list',
  summary: "List a user's tokens for scripts, with their scopes, bounds and when they end",
  words: [{ name: 'login', text: 'whose' }],
  async run(call) {
    const { tokens, catalogue } = await withDatabase(call, async (session) => ({
      tokens: await tokensOf(session, call.words[0] ?? ''),
      catalogue: await openCatalogue(session),
    }));
    const now = Date.now();
    const rows = tokens.map((token) => [
      String(token.id),
      token.name,
      token.scopes.join(' '),
      boundsText(token, catalogue),
      `until ${formatTimestamp(token.expiresAt)}`,
      stateOf(token, now),
    ]);
    return { text: `${table(rows)}\n`, data: tokens.map((token) => tokenData(token, catalogue)) };
  },
};

const revoke: CliCommand = {
  name: 'token revoke',
  summary: 'Revoke a token: the script that uses it stops working at once',
  words: [{ name: 'id', text: 'the number that token list shows' }],
  options: { ...reasonOption },
  async run(call) {
    const tokenId = wholeNumber(call.words[0] ?? '', '<id>');
    await runAct(call, revokeToken, { tokenId });
    return { text: `Token ${tokenId} is revoked.\n`, data: { id: tokenId, status: 'revoked' } };
  },
};

export const tokenCommands: readonly CliCommand[] = [list, revoke];

const tokensPerPage = 500;

async function tokensOf({ pool }: CliSession, login: string): Promise<ApiToken[]> {
  const user = await findLogin(pool, login);
  if (user === null) throw new AppError('not_found', { field: 'login' });
  const tokens: ApiToken[] = [];
  for (;;) {
    const page = await listTokens(pool, user.id, { after: tokens.at(-1)?.id ?? 0, limit: tokensPerPage });
    tokens.push(...page);
    if (page.length < tokensPerPage) return tokens;
  }
}

function tokenData({ bounds, ...token }: ApiToken, catalogue: Catalogue) {
  const { addresses, day, requisiteIds } = bounds;
  const dayMax = day === null ? null : formatAmount(day.max, currencyOf(catalogue, day.currency).subunit);
  return { ...token, addresses, dayMax, dayCurrency: day?.currency ?? null, requisiteIds };
}

function boundsText(token: ApiToken, catalogue: Catalogue): string {
  const { addresses, dayMax, dayCurrency, requisiteIds } = tokenData(token, catalogue);
  const said = [
    ...(addresses.length === 0 ? [] : [`from ${addresses.join(', ')}`]),
    ...(dayMax === null ? [] : [`${dayMax} ${dayCurrency} a day`]),
    ...(requisiteIds === null ? [] : [`requisites ${requisiteIds.join(', ')}`]),
    ...(token.revokedAt === null && isUnbound(token.bounds, token.scopes) ? ['moves money unbound: replace it'] : []),
  ];
  return said.join('; ');
}

function stateOf(token: ApiToken, now: number): string {
  if (token.revokedAt !== null) return 'revoked';
  if (token.expiresAt <= now) return 'ended';
  return endsSoon(token, now) ? 'ends soon' : '';
}
