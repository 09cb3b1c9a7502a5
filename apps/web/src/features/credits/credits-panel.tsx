import { BonusBox } from './bonus/bonus-box';
import { QuotaBox } from './quota-box';

/** Credits and the bonus in one box: one line where it is wide, two parts below each other where it is narrow. */
export function CreditsPanel() {
  return (
    <div className="@container">
      <div className="grid gap-4 @xl:has-[>:nth-child(2)]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] @xl:gap-6 *:nth-2:border-line *:nth-2:max-@xl:border-t *:nth-2:max-@xl:pt-3 *:nth-2:@xl:border-s *:nth-2:@xl:ps-6">
        <QuotaBox />
        <BonusBox />
      </div>
    </div>
  );
}
