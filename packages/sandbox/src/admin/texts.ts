import type { ChaosMode } from '../kit/chaos.js';
import type { Texts } from '../kit/language.js';

export interface AdminPageTexts {
  title: string;
  intro: string;
  clock: string;
  frozen: string;
  freeze: string;
  resume: string;
  realTime: string;
  forward: string;
  minute: string;
  hour: string;
  day: string;
  month: string;
  advance: string;
  chaos: string;
  apply: string;
  modes: Record<ChaosMode, string>;
  failures: string;
  failureKind: string;
  failureTimes: string;
  noFailure: string;
  requests: string;
  noAnswer: string;
  reset: string;
  resetHint: string;
  resetAction: string;
}

export const ADMIN_PAGE_TEXTS: Texts<AdminPageTexts> = {
  en: {
    title: 'Admin page',
    intro: 'The outside world of this installation, on one machine. Nothing here reaches a real provider.',
    clock: 'Clock',
    frozen: 'stands still',
    freeze: 'Stop the clock',
    resume: 'Let it run',
    realTime: 'Real time',
    forward: 'Move forward by',
    minute: 'one minute',
    hour: 'one hour',
    day: 'one day',
    month: '30 days',
    advance: 'Move',
    chaos: 'Faults',
    apply: 'Apply',
    modes: {
      normal: 'works',
      down: 'down: no answer',
      slow: 'slow: answers after 5 s',
      error: 'fails inside',
      refuse: 'refuses every message',
    },
    failures: 'The next requests',
    failureKind: 'Failure',
    failureTimes: 'Times',
    noFailure: 'none: all as usual',
    requests: 'Latest requests',
    noAnswer: 'no answer',
    reset: 'Begin anew',
    resetHint:
      'Removes accounts that were added, sign-ins, mails, everything at Stripe and PayPal, all objects in S3, faults and the clock’s setting, and fills the balance at Stability AI. The application stays registered, and all keys stay valid.',
    resetAction: 'Reset the sandbox',
  },
  zh: {
    title: '控制台',
    intro: '这里在一台机器上模拟了外部服务，不会连接任何真实的服务商。',
    clock: '时钟',
    frozen: '已暂停',
    freeze: '暂停时钟',
    resume: '继续走时',
    realTime: '恢复真实时间',
    forward: '向前拨',
    minute: '一分钟',
    hour: '一小时',
    day: '一天',
    month: '三十天',
    advance: '拨快',
    chaos: '故障开关',
    apply: '应用',
    modes: {
      normal: '正常',
      down: '宕机：没有响应',
      slow: '缓慢：5 秒后才响应',
      error: '内部出错',
      refuse: '拒收所有邮件',
    },
    failures: '接下来的请求',
    failureKind: '故障类型',
    failureTimes: '次数',
    noFailure: '无，一切照常',
    requests: '最近的请求',
    noAnswer: '无响应',
    reset: '重新开始',
    resetHint:
      '会清除新增的账号、登录记录、邮件、Stripe 和 PayPal 的全部数据、S3 中的全部对象、故障设置和时钟设置，并恢复 Stability AI 的点数；应用的注册信息和各项密钥保留。',
    resetAction: '重置沙盒',
  },
};
