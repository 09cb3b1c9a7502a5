/** Covers only what is used; d3-delaunay has no types of its own. */
declare module 'd3-delaunay' {
  export class Delaunay {
    constructor(points: Float64Array);
    readonly triangles: Uint32Array;
  }
}
