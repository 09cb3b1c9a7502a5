import { probed } from './index.js';
import { Meanwhile } from './meanwhile.js';
import { provokeCodes } from './provoke-codes.js';
import { useStage } from './stage.js';

const meanwhile = new Meanwhile();
const stage = useStage({ onCreated: (app) => app.useGlobalInterceptors(meanwhile) });

provokeCodes(
  stage,
  meanwhile,
  probed.filter(({ name }) => name.startsWith('v1.')),
);
