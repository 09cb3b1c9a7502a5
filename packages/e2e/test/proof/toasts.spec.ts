import { test } from '../../src/fixtures.js';
import { closeToastOverDialog, TOAST_CASES } from '../support/toast-cases.js';

const image = { prompt: 'A heron over rice terraces' };

for (const shown of TOAST_CASES)
  test(`a toast is closed with the mouse over this dialog: ${shown.dialog}`, async ({ open, newOwner, database }) => {
    await closeToastOverDialog(shown, { open, owner: await newOwner([image, image]), database });
  });
