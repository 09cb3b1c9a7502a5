import { toCredits, toUnits, type BatchCheck } from '@app/contracts';
import { useMemo } from 'react';
import { useBatchCheckQuery } from '../../../api/endpoints/batches';
import { useQuotaQuery } from '../../../api/endpoints/quota';
import { useDebounced } from '../../../shared/hooks/use-debounced';
import { filledRow, requestedRow, type Row, type SharedCells } from './row';
import { faultsOf, unitsOf, type LocalFault } from './row-faults';

const SETTLED_MS = 500;

type ServerFault = BatchCheck['rows'][number]['faults'][number];
export type RowFault = LocalFault | ServerFault;

export interface CheckedRow extends Row {
  filled: ReturnType<typeof filledRow>;
  faults: RowFault[];
  /** Null for a row with faults. */
  price: number | null;
}

export interface CheckedRows {
  rows: CheckedRow[];
  /** As they are sent. */
  requested: ReturnType<typeof requestedRow>[];
  total: number;
  available: number | undefined;
  /** How many rows, taken in order, the credits pay; all of them until it is known. */
  affordable: number;
  hasFaults: boolean;
  /** The server has not yet answered for these very rows. */
  isChecking: boolean;
  checkError: unknown;
  recheck: () => void;
}

function affordableRows(rows: readonly CheckedRow[], available: number | undefined): number {
  if (available === undefined) return rows.length;
  let left = toUnits(available);
  const beyond = rows.findIndex(({ price }) => {
    left -= toUnits(price ?? 0);
    return left < 0;
  });
  return beyond === -1 ? rows.length : beyond;
}

/** Faults and prices of rows: at once by our own rules, then as the server says. */
export function useCheckedRows(rows: readonly Row[], shared: SharedCells, maxCount: number): CheckedRows {
  const requested = useMemo(() => rows.map((row) => requestedRow(row, shared)), [rows, shared]);
  const written = JSON.stringify(requested);
  const settled = useDebounced(requested, SETTLED_MS);
  const { currentData, error, isFetching, refetch } = useBatchCheckQuery(settled, { skip: settled.length === 0 });
  const { data: quota } = useQuotaQuery();
  const isSame = JSON.stringify(settled) === written;
  const answer = isSame ? currentData : undefined;

  const checked = rows.map((row, index): CheckedRow => {
    const filled = filledRow(row, shared);
    const local = faultsOf(filled, maxCount);
    const said = (answer?.rows[index]?.faults ?? []).filter(({ field }) =>
      local.every((fault) => fault.field !== field),
    );
    const faults = [...local, ...said];
    const price = answer?.rows[index]?.price ?? toCredits(unitsOf(filled));
    return { ...row, filled, faults, price: faults.length > 0 ? null : price };
  });
  const available = answer?.available_credits ?? quota?.remainingCredits;
  return {
    rows: checked,
    requested,
    total: answer?.total_credits ?? toCredits(checked.reduce((sum, { price }) => sum + toUnits(price ?? 0), 0)),
    available,
    affordable: answer?.affordable_rows ?? affordableRows(checked, available),
    hasFaults: checked.some(({ faults }) => faults.length > 0),
    isChecking: !isSame || (isFetching && answer === undefined),
    checkError: isSame && answer === undefined ? error : undefined,
    recheck: () => void refetch(),
  };
}
