import type { Context } from '../core/canvas.js';
import type { Plan } from '../plan/plan.js';
import { paintSubjects } from '../subjects/paint-subjects.js';
import { paintLight, paintMeteors, paintMilkyWay, paintPlanet, paintStars } from './celestial.js';
import { coverOf, paintClouds, paintCumulus } from './clouds.js';
import { paintGround } from './ground.js';
import { PARTICLES } from './particles.js';
import { paintBranch, paintFlora, paintForeground } from './vegetation/plants.js';
import { paintBackdrops } from './ranges.js';
import { Scene } from './scene.js';
import { paintAurora, paintRainbow, paintRays, paintSky } from './sky.js';
import { paintIce, paintRipples, paintWater } from './water.js';
import { flakes, paintFogBank, paintLightning, streaks } from './weather.js';
import { paintDeep, paintSpace } from './worlds.js';

const hasMagic = (plan: Plan) => plan.moods.has('magical') && !plan.struck.has('air:fireflies');

/** What floats in front of everything: weather and particles. */
export function paintAir(ctx: Context, plan: Plan): void {
  if (plan.weather.has('rain')) streaks(ctx, plan);
  if (plan.weather.has('snow')) flakes(ctx, plan);
  for (const kind of plan.air) PARTICLES[kind]?.(ctx, plan);
  if (hasMagic(plan) && !plan.air.has('fireflies')) PARTICLES.fireflies?.(ctx, plan);
}

export const hasAir = (plan: Plan): boolean =>
  plan.air.size > 0 || plan.weather.has('rain') || plan.weather.has('snow') || hasMagic(plan);

/** How a style wants the scene's parts painted. */
export interface Manner {
  /** Flat-edged heaps instead of drifting clouds. */
  readonly celClouds?: boolean;
  /** A mirror instead of land. */
  readonly wet?: boolean;
  /** Extra things between sky and land. */
  readonly beyond?: (scene: Scene) => void;
}

/** Sky, light and clouds. */
export function buildSky(plan: Plan, manner: Manner = {}): Scene {
  const scene = new Scene(plan);
  if (plan.world === 'space') {
    paintSpace(scene);
    return scene;
  }
  if (plan.world === 'underwater') {
    paintDeep(scene);
    return scene;
  }
  scene.put('sky', 'sky', 1, paintSky(plan));
  const onSky = (name: string, draw: (ctx: Context) => void) => scene.add('sky', name, 0.99, draw);
  if (plan.sky.has('stars') || plan.sky.has('milkyway') || plan.sky.has('meteors'))
    onSky('stars', (ctx) => paintStars(ctx, plan));
  if (plan.sky.has('milkyway')) onSky('milkyway', (ctx) => paintMilkyWay(ctx, plan));
  if (plan.sky.has('aurora')) {
    const aurora = paintAurora(plan);
    onSky('aurora', (ctx) => ctx.drawImage(aurora, 0, 0, plan.width, plan.horizon));
  }
  if (plan.sky.has('planets'))
    scene.add('celestial', 'planets', 0.97, (ctx) => {
      const short = Math.min(plan.width, plan.height);
      paintPlanet(ctx, plan, plan.width * (0.5 - plan.light.side * 0.2), plan.horizon * 0.3, short * 0.15, 'near');
      paintPlanet(ctx, plan, plan.width * (0.5 - plan.light.side * 0.4), plan.horizon * 0.56, short * 0.05, 'far');
    });
  if (plan.sky.has('meteors')) onSky('meteors', (ctx) => paintMeteors(ctx, plan));
  scene.add('celestial', 'light', 0.96, (ctx) => paintLight(ctx, plan));
  if ((manner.celClouds && !plan.struck.has('sky:cumulus')) || plan.sky.has('cumulus'))
    scene.add('cloud', 'cumulus', 0.92, (ctx) => paintCumulus(ctx, plan, manner.celClouds));
  if (!manner.celClouds && coverOf(plan) > 0) {
    const clouds = paintClouds(plan);
    scene.add('cloud', 'clouds', 0.93, (ctx) => ctx.drawImage(clouds, 0, 0, clouds.width * 2, clouds.height * 2));
  }
  if (plan.weather.has('rainbow')) scene.add('cloud', 'rainbow', 0.9, (ctx) => paintRainbow(ctx, plan));
  if (plan.weather.has('lightning') || (plan.weather.has('storm') && !plan.struck.has('weather:lightning')))
    scene.add('cloud', 'lightning', 0.9, (ctx) => paintLightning(ctx, plan));
  return scene;
}

/** Backdrops, water, ground and trees. */
export function buildLand(scene: Scene, manner: Manner = {}): void {
  const { plan } = scene;
  if (plan.world === 'underwater') return;
  if (plan.world === 'space') {
    if (plan.ground) paintGround(scene);
    return;
  }
  manner.beyond?.(scene);
  paintBackdrops(scene);
  if (plan.weather.has('fog')) fog(scene, 'far', plan.horizon * 0.5, plan.horizon * 1.15, 0.85);
  const rises = plan.subjects.filter((placement) => placement.place === 'rise');
  paintSubjects(scene, rises);
  if (manner.wet) scene.put('water', 'wet', 0.3, paintWater(plan, scene.flat, 'wet'));
  else if (plan.water) {
    scene.put('water', plan.water, 0.3, paintWater(plan, scene.flat, plan.water));
    if (plan.water === 'ice') scene.add('water', 'cracks', 0.3, (ctx) => paintIce(ctx, plan));
    if (plan.water === 'lake' || plan.water === 'river')
      scene.add('water', 'ripples', 0.3, (ctx) => paintRipples(ctx, plan));
  }
  if (!manner.wet) {
    paintSubjects(
      scene,
      plan.subjects.filter((placement) => placement.place === 'span' || placement.place === 'water'),
    );
    paintGround(scene);
    paintFlora(scene);
  } else
    paintSubjects(
      scene,
      plan.subjects.filter((placement) => placement.place === 'span' || placement.place === 'water'),
    );
  if (plan.weather.has('fog')) fog(scene, 'near', plan.horizon * 0.9, plan.height * 1.02, 0.62);
}

/** Subjects in the air and on the near ground, then what is in front of them. */
export function buildFront(scene: Scene): void {
  const { plan } = scene;
  paintSubjects(
    scene,
    plan.subjects.filter((placement) => placement.place === 'air' || placement.place === 'ground'),
  );
  if (plan.world === 'land') {
    paintForeground(scene);
    paintBranch(scene);
    if ((plan.moods.has('epic') || plan.moods.has('mysterious')) && !plan.struck.has('air:rays'))
      scene.add('air', 'rays', 0.02, (ctx) => paintRays(ctx, plan, 0.34));
  }
  if (hasAir(plan)) scene.add('air', 'air', 0, (ctx) => paintAir(ctx, plan));
}

function fog(scene: Scene, name: string, top: number, bottom: number, strength: number): void {
  const { plan } = scene;
  const bank = paintFogBank(plan, name, top, bottom, strength);
  scene.add('air', `fog/${name}`, 0.5, (ctx) => ctx.drawImage(bank, 0, 0, bank.width * 4, bank.height * 4));
}
