import { layerDashed, layerFill, sdfCircle, sdfDiamond, sdfSquare, extremityArrow } from 'sigma/rendering';
import type { EdgePath, FragmentLayer } from 'sigma/rendering';
import type { CustomNodeShape } from 'sigma/primitives';

/** Signed distance of a regular hexagon with a corner to the right: of two of its three pairs of sides, by symmetry. */
const hexagon: CustomNodeShape = {
  name: 'hexagon',
  glsl: `
float sdf_hexagon(vec2 uv, float size) {
  vec2 p = abs(uv);
  return max(p.y, p.x * 0.8660254 + p.y * 0.5) - size * 0.8660254;
}
`,
  inradiusFactor: 0.8660254,
};

/** A ring inside the edge of a shape, and a gap between it and what is filled; nothing where the width is 0. */
const ring = (): FragmentLayer => ({
  name: 'ring',
  uniforms: [],
  attributes: [
    {
      name: 'ringColor',
      size: 4,
      type: WebGL2RenderingContext.UNSIGNED_BYTE,
      normalized: true,
      source: 'ringColor',
    },
    {
      name: 'gapColor',
      size: 4,
      type: WebGL2RenderingContext.UNSIGNED_BYTE,
      normalized: true,
      source: 'gapColor',
    },
    { name: 'ringWidth', size: 1, type: WebGL2RenderingContext.FLOAT, source: 'ringWidth' },
  ],
  glsl: `
vec4 layer_ring(vec4 ringColor, vec4 gapColor, float ringWidth) {
  float depth = -context.sdf;
  float blur = context.aaWidth;
  float inGap = 1.0 - smoothstep(2.0 * ringWidth - blur, 2.0 * ringWidth + blur, depth);
  float inRing = 1.0 - smoothstep(ringWidth - blur, ringWidth + blur, depth);
  return ringWidth > 0.0 ? vec4(mix(gapColor.rgb, ringColor.rgb, inRing), inGap) : vec4(0.0);
}
`,
});

/**
 * The way of an edge as `heightAt` of routes.ts has it. `lane` is how far the lane lies from the beginning, as a
 * share of the distance of both ends from left to right, which is the same in every scale.
 */
const route = (): EdgePath => ({
  name: 'route',
  segments: 64,
  uniforms: [],
  attributes: [
    { name: 'lane', size: 1, type: WebGL2RenderingContext.FLOAT },
    { name: 'bend', size: 1, type: WebGL2RenderingContext.FLOAT },
  ],
  variables: { lane: { type: 'number', default: 0 }, bend: { type: 'number', default: 1 } },
  glsl: `
vec2 path_route_position(float t, vec2 source, vec2 target) {
  float lane = source.y + v_lane * (target.x - source.x);
  float first = smoothstep(0.0, v_bend, t);
  float last = smoothstep(1.0 - v_bend, 1.0, t);
  float y = source.y + first * (lane - source.y) + last * (target.y - lane);
  return vec2(mix(source.x, target.x, t), y);
}
`,
});

/** What nodes and edges are made of. */
export const primitives = () =>
  ({
    nodes: {
      shapes: [sdfCircle(), sdfDiamond(), sdfSquare({ cornerRadius: 0.25 }), hexagon],
      variables: {
        ringColor: { type: 'color', default: '#000000' },
        gapColor: { type: 'color', default: '#000000' },
        ringWidth: { type: 'number', default: 0 },
      },
      layers: [layerFill(), ring()],
    },
    edges: {
      paths: [route()],
      extremities: [extremityArrow({ lengthRatio: 4, widthRatio: 3 })],
      variables: { gapFill: { type: 'color', default: '#000000' } },
      layers: [
        // Lines are dashed too, with gaps of their own colour: a gap of no length is not drawn right.
        layerDashed({
          dashSize: { value: 8, mode: 'pixels' },
          gapSize: { value: 5, mode: 'pixels' },
          gapColor: { attribute: 'gapFill', default: '#000000' },
        }),
      ],
    },
    depthLayers: ['edges', 'topEdges', 'nodes', 'topNodes'],
  }) as const;
