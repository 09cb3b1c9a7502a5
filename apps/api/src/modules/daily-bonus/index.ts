export { DailyBonusModule } from './daily-bonus.module.js';
