import Type from 'typebox';
import { oneOf, Time } from '../platform/http/shapes.ts';
import { SEVERITIES } from './severity.ts';

const Names = Type.Array(Type.String());

const IntegrityCheck = Type.Object({
  name: Type.String(),
  severity: oneOf(SEVERITIES),
  count: Type.Integer(),
  message: Type.String(),
  sample_ids: Type.Array(Type.Integer()),
});

export const Report = Type.Object({
  status: oneOf(['passed', 'failed']),
  checked_at: Time,
  failures: Names,
  warnings: Names,
  checks: Type.Array(IntegrityCheck),
});
