import { AT_ONCE_DEFECTS } from './at-once.js';
import { CREDIT_DEFECTS } from './credits.js';
import type { Defect } from './defect.js';
import { DOOR_DEFECTS } from './doors.js';
import { EACH_REQUEST_DEFECTS } from './each-request.js';
import { FILE_DEFECTS } from './files.js';
import { RUSH_DEFECTS } from './rush.js';
import { SIGN_IN_DEFECTS } from './sign-in.js';
import { WORK_DEFECTS } from './work.js';

export const DEFECTS: readonly Defect[] = [
  ...CREDIT_DEFECTS,
  ...WORK_DEFECTS,
  ...AT_ONCE_DEFECTS,
  ...RUSH_DEFECTS,
  ...FILE_DEFECTS,
  ...SIGN_IN_DEFECTS,
  ...DOOR_DEFECTS,
  ...EACH_REQUEST_DEFECTS,
];
