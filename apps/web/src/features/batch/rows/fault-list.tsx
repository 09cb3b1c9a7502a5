import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RowFault } from './use-checked-rows';

/** What is wrong with a cell, in words. */
export function useFaultText(): (fault: RowFault) => string {
  const { t } = useTranslation('batch');
  return (fault) => {
    if ('message' in fault) return fault.message;
    if (fault.kind === 'missing') return t('faults.missing');
    const column = t(`columns.${fault.field}`);
    if (fault.kind === 'tooLong') return t('faults.tooLong', { column, over: fault.over, max: fault.max });
    if (fault.kind === 'unknown') return t('faults.unknown', { column, value: fault.value });
    return t('faults.number', { column, min: fault.min, max: fault.max });
  };
}

export function FaultList({ faults }: { faults: readonly RowFault[] }) {
  const text = useFaultText();
  if (faults.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-1">
      {faults.map((fault) => (
        <li key={fault.field} className="flex items-start gap-1.5 text-sm text-danger-text">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{text(fault)}</span>
        </li>
      ))}
    </ul>
  );
}
