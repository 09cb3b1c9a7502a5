import sharp from 'sharp';

/** A PNG with soft shapes and grain, about as compressible as generated images. */
export async function makeSyntheticImage(side: number): Promise<Buffer> {
  const shapes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
       <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f6b26b"/><stop offset="1" stop-color="#20407a"/>
       </linearGradient></defs>
       <rect width="100%" height="100%" fill="url(#sky)"/>
       ${Array.from({ length: 60 }, (_, n) => {
         const [x, y, r] = [(n * 173) % side, (n * 311) % side, 20 + ((n * 47) % 120)];
         return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${(n * 37) % 360} 60% 50%)" fill-opacity=".35"/>`;
       }).join('')}
     </svg>`,
  );
  const grain = await sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 6 },
    },
  })
    .png()
    .toBuffer();
  return sharp(shapes)
    .flatten()
    .composite([{ input: grain, blend: 'soft-light' }])
    .png()
    .toBuffer();
}
