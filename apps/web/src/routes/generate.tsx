import { QuotaBox } from '../features/credits/quota-box';
import { GeneratePage } from '../features/generate/generate-page';

export function Page() {
  return <GeneratePage credits={<QuotaBox />} />;
}
