/** Refusals about what lies in the archive; part of the one catalogue, `errors-catalogue.ts`. */
export const archiveErrors = {
  invoice_detached: {
    status: 410,
    message: 'This belongs to {month}, which lies in a file of the archive. The operator can attach it again.',
  },
  entry_in_file: {
    status: 400,
    message:
      '{month} lies in a file of the archive, and {entry} may be named there. It cannot be removed; it can be switched off.',
  },
} as const;
