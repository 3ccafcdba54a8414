import { proofCases } from './cases.ts';

/** The cases that every verifier is held against: one JSON object on each line. */
export function proofCasesFile(): string {
  return proofCases()
    .map(({ name, proof, kept, expects }) => {
      const given = kept.map((one) => ('proof' in one ? { proof: one.proof.toString('base64') } : one));
      return `${JSON.stringify({ name, expects, kept: given, proof: proof.toString('base64') })}\n`;
    })
    .join('');
}
