import type { FastifyInstance } from 'fastify';

/** Opens the port, or says what to do about it. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = faults[code ?? ''] ?? `cannot be used (${error instanceof Error ? error.message : error}).`;
    throw new Error(`Port ${port} of ${host} ${reason}`, { cause: error });
  }
}

const faults: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program. Stop that program, or set PORT to another port (0 takes any free one).',
  EACCES: 'may not be used by this user. Set PORT to 1024 or above.',
  EADDRNOTAVAIL: 'cannot be used: HOST is not an address of this machine.',
};
