import type { NamedExample } from './openapi-examples.ts';

/** The parts of an OpenAPI 3.1 document that ours has. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** Requests that the service makes, by name. */
  readonly webhooks?: Readonly<Record<string, { readonly post: WebhookOperation }>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  /** Where it is not that of the document; empty: open to everybody. */
  readonly security?: OpenApiDocument['security'];
  /** Who may call it, where people have roles. */
  readonly 'x-roles'?: readonly string[];
  /** What a script's token needs; null: no token reaches it. */
  readonly 'x-scope'?: string | null;
  /** Of which scopes the API key must have one, where requests are signed. */
  readonly 'x-key-scopes'?: readonly string[];
}

/** What somebody else's server is asked: it does not matter what is in its answers. */
export type WebhookOperation = Omit<Operation, 'responses'> & {
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
};

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: string;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content: Content;
}

export type Content = Readonly<Record<string, MediaType>>;

export interface MediaType {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, NamedExample>>;
}

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is as wide as JSON; readers look at the keywords they know.
export type JsonSchema = Readonly<Record<string, any>>;
