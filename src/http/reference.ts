import type { FastifyInstance } from 'fastify';
import type { HttpContext } from './context.ts';
import { openApiDocument } from './openapi.ts';

/** The API reference: the OpenAPI document, and a page made from it that loads nothing from outside. */
export function registerReference(app: FastifyInstance, context: HttpContext): void {
  app.get('/openapi.json', async () => openApiDocument(context.publicUrl()));
}
