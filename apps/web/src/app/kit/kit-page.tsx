import { KitActions } from './kit-actions';
import { KitColours } from './kit-colours';
import { KitFields } from './kit-fields';
import { KitImages } from './kit-images';

/** Every part of the kit in every state. A tool for the people who build the product; its words are not translated. */
export function KitPage() {
  return (
    <div className="page grid gap-18 py-12">
      <h1 className="text-3xl">Kit</h1>
      <KitColours />
      <KitActions />
      <KitFields />
      <KitImages />
    </div>
  );
}
