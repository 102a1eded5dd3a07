import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { describeRoutes } from '../../src/start/describe-routes.ts';

interface Media<S> {
  schema: S;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { name: string; in: string; description?: string; required?: boolean; schema: unknown }[];
  requestBody?: { required: boolean; content: Record<string, Media<{ required?: string[] }>> };
  responses: Record<string, Described>;
  security?: Record<string, string[]>[];
}

/**
 * A response. Those of errors are references to the components, which the operations of this file have in their place.
 */
interface Described {
  $ref?: string;
  description: string;
  content?: Record<string, Media<{ $ref?: string }>>;
}

export interface Description {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  components: {
    schemas: Record<string, unknown>;
    responses: Record<string, Described>;
    securitySchemes: Record<string, unknown>;
  };
  security: Record<string, string[]>[];
}

export const description = (await describeRoutes()) as Description;
/** All operations, each with a readable name. */
export const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation: {
      ...operation,
      requestBody: inline(operation.requestBody) as Operation['requestBody'],
      responses: readResponses(operation.responses),
    },
  })),
);

function readResponses(responses: Record<string, Described>): Record<string, Described> {
  const read = ([status, response]: [string, Described]): [string, Described] => {
    const name = response.$ref?.replace('#/components/responses/', '') ?? '';
    return [status, description.components.responses[name] ?? response];
  };
  return Object.fromEntries(Object.entries(responses).map(read));
}

/** A part of the description with the named schemas in the place of their references. */
function inline(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inline);
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...rest } = part as { $ref?: string };
  const schema = $ref === undefined ? {} : description.components.schemas[$ref.split('/').at(-1) ?? ''];
  const inner = Object.entries({ ...(schema as object), ...rest }).map(([key, one]) => [key, inline(one)]);
  return Object.fromEntries(inner);
}

/** A validator that has this description under the name `lectern`. */
export function validatorOf(described: Description): Ajv2020 {
  const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;
  return addFormats(new Ajv2020({ strict: false, allErrors: true })).addSchema(described, 'lectern');
}

/** A validator that has the description under the name `lectern`, and all schemas in it. */
export function readSchemas(): { validator: Ajv2020; schemas: [name: string, schema: unknown][] } {
  const validator = validatorOf(description);
  const schemas = operations.flatMap(({ name, operation }) => [
    ...(operation.parameters ?? []).map((parameter): [string, unknown] => [
      `${name} ${parameter.name}`,
      parameter.schema,
    ]),
    ...[...Object.values(operation.responses), ...(operation.requestBody ? [operation.requestBody] : [])].flatMap(
      ({ content = {} }) => Object.values(content).map(({ schema }): [string, unknown] => [name, schema]),
    ),
  ]);
  return { validator, schemas };
}
