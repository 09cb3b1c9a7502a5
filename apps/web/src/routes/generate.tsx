import { BonusBox } from '../features/credits/bonus/bonus-box';
import { QuotaBox } from '../features/credits/quota-box';
import { GeneratePage } from '../features/generate/generate-page';
import { ShareDialog } from '../features/share/share-dialog';

export function Page() {
  return (
    <GeneratePage
      credits={
        <>
          <QuotaBox />
          <BonusBox />
        </>
      }
      shareDialog={ShareDialog}
    />
  );
}
