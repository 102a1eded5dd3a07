import Type from 'typebox';
import {
  example,
  formerly,
  NullableString,
  NullableTime,
  named,
  nullableObject,
  oneOf,
  Time,
} from '../platform/http/shapes.ts';

/** `off`: nothing is scheduled. `waiting`: no backup yet. Otherwise how the latest one ended. */
export const BACKUP_STATES = ['off', 'waiting', 'succeeded', 'failed'] as const;

const finished = { finished_at: Time, finished_dt: formerly(Time, 'finished_at') };

export const Backups = named(
  'Backups',
  example(
    Type.Object({
      state: oneOf(BACKUP_STATES),
      schedule: NullableString,
      keep: Type.Integer(),
      folder: Type.String(),
      next_at: NullableTime,
      next_dt: formerly(NullableTime, 'next_at'),
      last_success: nullableObject({ ...finished, file: Type.String(), bytes: Type.Integer() }),
      last_failure: nullableObject({ ...finished, reason: Type.String() }),
    }),
    {
      state: 'failed',
      schedule: '15 3 * * *',
      keep: 7,
      folder: '/opt/lectern/data/backups',
      next_at: new Date('2026-11-24T03:15:00Z'),
      next_dt: new Date('2026-11-24T03:15:00Z'),
      last_success: {
        finished_at: new Date('2026-11-22T03:15:04Z'),
        finished_dt: new Date('2026-11-22T03:15:04Z'),
        file: 'scheduled_20261122T031504Z.dump',
        bytes: 1_482_310,
      },
      last_failure: {
        finished_at: new Date('2026-11-23T03:15:02Z'),
        finished_dt: new Date('2026-11-23T03:15:02Z'),
        reason: 'The backup cannot be written to /opt/lectern/data/backups: ENOSPC: no space left on device.',
      },
    },
  ),
);
