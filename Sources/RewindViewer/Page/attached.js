import { block, bytesText, element, link } from "./text.js";

// The files that were added to a recording. Only pictures that can hold no script are shown as such.

export const pictures = {png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp"};
const texts = ["csv", "json", "log", "md", "ndjson", "txt"];
/** The largest picture, and the largest text, that are shown, in bytes. */
export const largestPicture = 20_000_000, largestText = 1_000_000;
/** The largest text that is read before it is opened, so that a printed page has it. */
const smallText = 50_000;

/** Whether a file is a picture that is shown. */
export function isPicture(file) { return pictures[kind(file)] !== undefined && file.entry.size <= largestPicture; }

/** What a file's name ends with. */
const kind = (file) => file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase();

/** A file: a picture, a text that opens, or only what it is called; with a button that saves it. */
export function attached(file, core) {
  const name = file.title ?? file.name, end = kind(file), {size} = file.entry;
  const save = element("button", "more", "Save");
  save.setAttribute("aria-label", `Save ${name}`);
  save.addEventListener("click", async () => {
    const anchor = element("a");
    anchor.href = URL.createObjectURL(new Blob([await core.content(file)], {type: "application/octet-stream"}));
    anchor.download = file.name;
    anchor.click();
    URL.revokeObjectURL(anchor.href);
  });
  const words = [name, " ", element("span", "dim", bytesText(size), ...(file.step === undefined ? [] : [", after step ", link(file.step)])), " ", save];
  if (isPicture(file)) {
    const image = element("img");
    image.alt = name;
    file.address ??= core.content(file).then((bytes) => URL.createObjectURL(new Blob([bytes], {type: pictures[end]})));
    file.address.then((address) => { image.src = address; }, (error) => image.replaceWith(element("p", "problem", error.message)));
    image.addEventListener("error", () => image.replaceWith(element("p", "problem", "This is no picture that the browser can show.")));
    return element("figure", "", image, element("figcaption", "", ...words));
  }
  if (!texts.includes(end) || size > largestText) return element("p", "", ...words);
  const details = element("details", "text", element("summary", "", name), element("p", "", ...words.slice(1)));
  let isAsked = false;
  const read = async () => {
    if (isAsked) return;
    isAsked = true;
    const bytes = await core.content(file);
    details.append(block(new TextDecoder().decode(bytes)));
    details.classList.add("read");
  };
  details.addEventListener("toggle", read);
  // What can't be read is said where it is opened.
  if (size <= smallText) read().catch(() => { isAsked = false; });
  return details;
}
