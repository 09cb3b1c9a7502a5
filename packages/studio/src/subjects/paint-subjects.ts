import type { Placement } from '../plan/plan.js';
import type { Scene } from '../scene/scene.js';
import { spriteOf } from './sprite.js';
import { paintTufts, paintShadow, paintReflection, paintWake, paintRise } from './surroundings.js';

/** Each subject as a layer of its own, with its shadow, reflection or rise. */
export function paintSubjects(scene: Scene, placements: readonly Placement[]): void {
  const { plan } = scene;
  const ordered = [...placements].sort((a, b) => b.depth - a.depth);
  ordered.forEach((placement, index) => {
    if (placement.place === 'rise') paintRise(scene, placement, index);
    const sprite = spriteOf(plan, placement);
    const left = placement.x - sprite.x;
    const top = placement.y - sprite.y;
    if (placement.place === 'ground')
      scene.add('ground', `shadow/${placement.subject}/${index}`, placement.depth + 0.01, (ctx) =>
        paintShadow(ctx, plan, placement),
      );
    if (placement.place === 'water' || placement.place === 'span')
      scene.add('water', `reflection/${placement.subject}/${index}`, 0.3, (ctx) =>
        paintReflection(ctx, plan, sprite, placement),
      );
    scene.add('subject', `${placement.subject}/${index}`, placement.depth, (ctx) =>
      ctx.drawImage(sprite.canvas, left, top),
    );
    if (placement.place === 'ground') paintTufts(scene, placement, index);
    if (placement.place === 'water')
      scene.add('water', `wake/${placement.subject}/${index}`, 0.29, (ctx) => paintWake(ctx, plan, placement));
  });
}
