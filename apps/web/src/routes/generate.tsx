import { CreditsPanel } from '../features/credits/credits-panel';
import { GeneratePage } from '../features/generate/generate-page';
import { ShareDialog } from '../features/share/lazy-share-dialog';

export function Page() {
  return (
    <GeneratePage
      credits={
        // On a narrow screen the chip of the navigation bar opens the same.
        <div className="rounded-sheet border border-line bg-surface px-4 py-3 max-lg:hidden">
          <CreditsPanel />
        </div>
      }
      shareDialog={ShareDialog}
    />
  );
}
