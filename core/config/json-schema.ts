import { configShape } from './keys';
import type { Shape } from './shape';

/** `tracehop.yml` as a JSON Schema (draft 7, which YAML editors read): what the reader takes, and nothing else. */
export function configSchema(): Record<string, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'tracehop.yml',
    ...schemaOf(configShape),
  };
}

function schemaOf(shape: Shape): Record<string, unknown> {
  const about = shape.about === undefined ? {} : { description: shape.about };
  return { ...about, ...typeOf(shape) };
}

function typeOf(shape: Shape): Record<string, unknown> {
  switch (shape.is) {
    case 'text':
      return {
        type: 'string',
        ...(shape.values ? { enum: shape.values } : {}),
        ...(shape.pattern ? { pattern: shape.pattern.source } : {}),
      };
    case 'number':
      return { type: 'number', ...(shape.only === undefined ? {} : { const: shape.only }) };
    case 'list':
      return { type: 'array', items: schemaOf(shape.of) };
    case 'names':
      return { type: 'object', additionalProperties: schemaOf(shape.of) };
    case 'anything':
      return { type: 'object' };
    case 'either':
      return { anyOf: shape.of.map(schemaOf) };
    case 'object': {
      const { keys, required = [], oneOf } = shape;
      const properties = Object.entries(keys).map(([key, value]) => [key, schemaOf(value)] as const);
      return {
        type: 'object',
        properties: Object.fromEntries(properties),
        additionalProperties: false,
        ...(required.length > 0 ? { required } : {}),
        ...(oneOf ? { oneOf: oneOf.map((key) => ({ required: [key] })) } : {}),
      };
    }
  }
}
