import { sessionCookie } from '../api/operator/people/cookies.ts';
import { type Role, roles } from '../domain/people/audit.ts';
import { passwordCharactersMin, type Scope, scopes, scopesOf } from '../domain/people/people.ts';
import { empty, escaped, type Html, html } from '../http/html.ts';
import { codeBlock, inline, list, paragraphs, table } from './html.ts';
import { operatorDocument } from './openapi-operator.ts';
import type { Credentials } from './operations.ts';
import { type Reference, referencePages } from './page.ts';
import { errors, money, type Section } from './sections.ts';

/** The reference for people who run the service, and for their scripts. */
export function operatorPages(serverUrl: string): Reference {
  return referencePages(operatorDocument(serverUrl), {
    address: 'operator',
    title: 'Quittance operator reference',
    lead: 'Settle and decide, take payouts, approve withdrawals, change settings and read the books. JSON over HTTP, for people in a session and for scripts with a token.',
    note: empty,
    sections: operatorSections(serverUrl),
    objectsLead: 'The shapes of answers. What is not known yet is null; a field that not every role sees says so.',
    credentials,
    tryKeys: null,
    documentLink: '../openapi-operator.json',
    seeAlso: [{ link: '../docs', title: 'Merchant interface' }],
  });
}

/** A token where one is enough; otherwise the cookie that the example of signing in has kept. */
const credentials: Credentials = (operation) => {
  const { security } = operation;
  if (security === undefined) return () => ['-H "Authorization: Bearer $TOKEN"'];
  if (security.length === 0) return () => ['-c cookies.txt'];
  if (security.some(({ phone }) => phone !== undefined)) return () => ['-H "Authorization: Bearer $PHONE_TOKEN"'];
  return ({ method }) => ['-b cookies.txt', ...(method === 'GET' ? [] : ['-H "X-CSRF-Token: $CSRF_TOKEN"'])];
};

function operatorSections(serverUrl: string): readonly Section[] {
  return [
    { id: 'signing-in', title: 'Signing in', content: signingIn() },
    { id: 'tokens', title: 'Tokens and scopes', content: tokens(serverUrl) },
    { id: 'roles', title: 'Roles', content: rolesSection() },
    { id: 'paging', title: 'Paging', content: paging() },
    { id: 'reasons', title: 'Reasons and the audit log', content: reasons() },
    { id: 'retries', title: 'Idempotency', content: retries() },
    { id: 'money', title: 'Money and timestamps', content: money() },
    { id: 'errors', title: 'Errors', content: errors() },
  ];
}

function signingIn(): Html {
  return html`${paragraphs('People sign in with login and password, and with a code or a passkey once they have a second factor; or with a passkey alone.')}${list(
    [
      `[Sign in](#signIn) sets the cookie \`${sessionCookie}\`, which scripts of a page cannot read and other sites cannot make the browser send. The answer has \`csrfToken\`.`,
      'Every request that changes something (`POST`, `PATCH`, `DELETE`) also sends that value as the header `X-CSRF-Token`. Without it the answer is `403` with `csrf_token_wrong`.',
      `A password has at least ${passwordCharactersMin} characters. Wrong ones are counted: after too many, strangers to the login wait, up to 15 minutes.`,
      '**Second factor.** [Begin](#beginSecondFactor) gives a seed for an authenticator app, [confirm](#confirmSecondFactor) takes its first code; each code is good once. Passkeys are added the same way ([begin](#beginPasskey), [add](#addPasskey)). In production an operator without either reaches nothing else, nor does anybody of whom the [rules](#readAccessRules) ask for one: every other answer is `403` with `second_factor_required`.',
      '**Fresh proof.** Where an answer is `403` with `fresh_code_needed`, [give a code](#giveCode), or [show a passkey](#beginProof) for that very request, and send it again.',
      'A session ends after 12 hours, and earlier when nothing is done in it (`session_idle`). What a program asks by itself, without a person, carries the header `X-Background`: it does not keep the session open.',
      '[Sign out](#signOut) ends this session, [sign out everywhere](#signOutEverywhere) all of them.',
    ],
  )}`;
}

const scopeMeanings: Readonly<Record<Scope, string>> = {
  read: 'Look at things.',
  arrivals: "Enter money that arrived: what a maker's bank program needs.",
  money: 'Settle, decide, top up, set what phones may settle. Approvals and pay-backs are for people alone.',
  settings: 'Change stores, makers, requisites and rates.',
  access: 'Create merchants, revoke keys of stores. Users, secrets, new keys and endpoints are for people alone.',
};

function tokens(serverUrl: string): Html {
  const rows = (Object.keys(scopes) as Scope[]).map((scope) => [
    inline(`\`${scope}\``),
    escaped(rolesWith(scope).join(', ')),
    inline(scopeMeanings[scope]),
  ]);
  const first = `TOKEN='your-token'\n\ncurl -s '${serverUrl}/api/operator/me' \\\n  -H "Authorization: Bearer $TOKEN"`;
  return html`${paragraphs(
    'A script sends a token of the person it works for, made in a session with [Create a token](#createToken). It needs no cookie and no `X-CSRF-Token`.',
  )}${codeBlock('Who am I', escaped(first))}${paragraphs(
    'A token does what its scopes name, and never more than its owner may. Each operation below says which scope it needs. What concerns access of the owner (password, second factor, tokens) no token reaches.',
  )}${table(['Scope', 'Whose token', 'What it allows'], rows)}`;
}

function rolesWith(scope: Scope): readonly Role[] {
  return (Object.keys(roles) as Role[]).filter((role) => scopesOf(role).includes(scope));
}

const roleMeanings: Readonly<Record<Role, string>> = {
  operator: 'Runs the service: sees everything, decides, changes settings and access.',
  maker:
    'Takes payments and pays payouts. Sees the own balance, requisites, deals and arrivals, and the payouts that wait.',
  merchant:
    'Sells. Sees the own stores with their invoices, withdrawals and statements, confirms payouts and may dispute.',
};

function rolesSection(): Html {
  const rows = (Object.keys(roles) as Role[]).map((role) => [inline(`\`${role}\``), inline(roleMeanings[role])]);
  return html`${table(['Role', 'Who it is'], rows)}${paragraphs(
    'Each operation below says which roles may call it; others get `403` with `forbidden`. What belongs to another maker or merchant does not exist for you: the answer is `404`, as for what was never there.',
  )}`;
}

function paging(): Html {
  return html`${paragraphs(
    'Lists come in pages: `items`, and `next`. Send `next` back as `after` for the page that follows; null means that there is none.',
  )}${list([
    '`limit` says how many, 1 to 200; 50 when absent.',
    'New rows move nothing: a page begins after a row, not after a number of rows.',
    'Where a page is filtered as it is read, it may hold fewer rows than its limit, even none, and still have a `next`.',
  ])}`;
}

function reasons(): Html {
  return html`${paragraphs(
    'Every act on money or access needs a `reason`. It is kept with who, what and when in the [audit log](#listAuditLog), which can only grow: nobody can change or remove a line.',
    "For an arrival the bank's `reference` stands in for a reason, and for an uploaded proof the file does.",
  )}`;
}

function retries(): Html {
  return html`${paragraphs('When an answer is lost, send the same request again.')}${list([
    '**Acts on money** take an `Idempotency-Key` header of your choice (a UUID will do): the same key and request give the first answer again for at least 24 hours, also when a rule refused it. The same key with another request is refused with `409`. The operations that take it list it among their parameters.',
    '**Arrivals** are one by their bank reference, and **top-ups** and **pay-backs** by the `id` you choose, with or without a key.',
    '**Settings** say how things shall be: set twice, they are the same.',
    '**503** comes with `Retry-After`. Repeat after that many seconds, with growing pauses if it goes on.',
  ])}`;
}
