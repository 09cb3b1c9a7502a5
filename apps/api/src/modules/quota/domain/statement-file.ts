import type { GrantKind, Locale, StatementKind, StatementLine } from '@app/contracts';
import { BYTE_ORDER_MARK, csvRows, spreadsheetTime } from '../../../platform/csv.js';

interface FileTexts {
  columns: readonly string[];
  kinds: Record<StatementKind, string>;
  grants: Record<GrantKind, string>;
  deleted: string;
}

const TEXTS: Record<Locale, FileTexts> = {
  en: {
    columns: [
      'No.',
      'Time (UTC)',
      'Type',
      'Change',
      'Amount',
      'Balance',
      'Image No.',
      'Prompt',
      'Image ID',
      'Generation ID',
      'Credits from',
      'Valid until (UTC)',
    ],
    kinds: {
      grant: 'Received',
      hold: 'Held',
      charge: 'Charged',
      return: 'Returned',
      expire: 'Expired',
      clawback: 'Revoked',
      debt_repay: 'Debt repaid',
    },
    grants: {
      free_month: 'Free monthly credits',
      bonus: 'Daily bonus',
      plan_month: 'Monthly plan credits',
      plan_topup: 'Plan upgrade',
      adjustment: 'Adjustment',
    },
    deleted: '(image deleted)',
  },
  zh: {
    columns: [
      '序号',
      '时间（UTC）',
      '类型',
      '积分变动',
      '涉及积分',
      '余额',
      '图片编号',
      '提示词',
      '图片 ID',
      '任务 ID',
      '积分来源',
      '有效期至（UTC）',
    ],
    kinds: {
      grant: '到账',
      hold: '预扣',
      charge: '扣除',
      return: '退回',
      expire: '过期',
      clawback: '收回',
      debt_repay: '抵扣所欠积分',
    },
    grants: {
      free_month: '每月免费积分',
      bonus: '每日奖励',
      plan_month: '套餐月度积分',
      plan_topup: '套餐升级补发',
      adjustment: '系统调整',
    },
    deleted: '（图片已删除）',
  },
};

export const statementHead = (locale: Locale): string => BYTE_ORDER_MARK + csvRows([[...TEXTS[locale].columns]]);

/** Amounts are numbers with a point, times are UTC. */
export function statementRows(lines: readonly StatementLine[], locale: Locale): string {
  const texts = TEXTS[locale];
  return csvRows(
    lines.map(({ picture: image, grant, ...line }) => [
      line.id,
      spreadsheetTime(line.at),
      texts.kinds[line.kind],
      line.credits,
      line.amount,
      line.balance,
      image?.frameNumber,
      image?.isDeleted ? texts.deleted : image?.prompt,
      image?.imageId,
      image?.generationId,
      grant && texts.grants[grant.kind],
      grant?.expiresAt ? spreadsheetTime(grant.expiresAt) : null,
    ]),
  );
}
