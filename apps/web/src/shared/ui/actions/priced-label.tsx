import { Comma } from '../comma';

/** What a button does, and what that costs. */
export function PricedLabel({ action, price }: { action: string; price: string }) {
  return (
    <>
      <span>
        {action}
        <Comma />
      </span>
      <span aria-hidden="true" className="opacity-60">
        ·
      </span>
      <span className="tabular">{price}</span>
    </>
  );
}
