/** Compares pictures of pages: a library without network, storage or clock. */
export {
  type ComparedPictures,
  comparePictures,
  observePictures,
  type PictureComparison,
  type PictureSide,
} from "./compare.ts";
export type { Drawing } from "./draw.ts";
