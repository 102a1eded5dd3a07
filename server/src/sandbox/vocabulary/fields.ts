import { computerSystems, machineLearning } from './computing.ts';
import type { Field } from './field.ts';
import { climate, materials, molecularBiology } from './nature.ts';
import { economics, humanities, mathematics, medicine } from './society.ts';

/** All fields, in an order that never changes: a scholar without a field of its own gets one by number. */
export const fields: readonly Field[] = [
  machineLearning,
  computerSystems,
  molecularBiology,
  climate,
  materials,
  medicine,
  economics,
  humanities,
  mathematics,
];
