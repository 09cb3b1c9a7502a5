/** The part of d3-delaunay that is used; the package has no types of its own. */
declare module 'd3-delaunay' {
  export class Delaunay {
    constructor(points: Float64Array);
    readonly triangles: Uint32Array;
  }
}
