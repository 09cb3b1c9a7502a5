import type { Style } from '@app/contracts';

/** For engines without styles: the look in words that image models were trained with. */
const STYLE_PHRASES: Record<Style, string> = {
  enhance: 'highly detailed, crisp focus, rich contrast, vivid yet natural colors, polished',
  anime: 'anime key visual, cel shading, clean line art, expressive, vibrant studio anime illustration',
  photographic: 'photograph, 35mm lens, natural light, shallow depth of field, realistic texture, film color',
  'digital-art': 'digital painting, concept art, visible brushwork, luminous color, intricate illustration',
  'comic-book': 'comic book panel, bold ink outlines, halftone shading, flat saturated colors, dynamic composition',
  'fantasy-art': 'epic fantasy art, magical atmosphere, dramatic light, ornate detail, matte painting',
  'analog-film': 'analog film photo, faded colors, film grain, light leak, vignette, vintage Kodachrome look',
  'neon-punk': 'neon punk, cyberpunk night, glowing magenta and cyan neon, wet reflections, high contrast, synthwave',
  isometric: 'isometric view, orthographic projection, miniature diorama, clean edges, soft even light',
  'low-poly': 'low poly 3D, faceted triangular surfaces, flat shading, simple geometry, ambient occlusion',
  origami: 'origami, folded paper sculpture, crisp creases, paper texture, soft studio shadow, pleated',
  'modeling-compound': 'plasticine clay model, fingerprints in modeling clay, stop-motion set, soft rounded shapes',
  cinematic: 'cinematic film still, anamorphic lens, dramatic lighting, shallow depth of field, teal and orange grade',
  '3d-model': 'professional 3D render, physically based materials, smooth surfaces, studio lighting, octane render',
  'pixel-art': 'pixel art, 16-bit game sprite, blocky pixels, limited palette, crisp edges, no anti-aliasing',
  'tile-texture': 'seamless tileable texture, repeating pattern, flat even lighting, edge to edge, top-down view',
};

export const withStyleInWords = (prompt: string, style: Style): string =>
  [prompt.trim().replace(/[\s,，。.;；]+$/u, ''), STYLE_PHRASES[style]].filter(Boolean).join(', ');
