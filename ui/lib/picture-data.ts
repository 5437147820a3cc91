const known = new Map<string, Promise<string | null>>();

/** The picture at a URL of this origin as a `data:` URL. Null if it was deleted or cannot be loaded. */
export function pictureDataUrl(url: string): Promise<string | null> {
  const picture = known.get(url) ?? load(url);
  known.set(url, picture);
  return picture;
}

async function load(url: string): Promise<string | null> {
  try {
    const response = await fetch(url);
    if (response.ok) return await dataUrlOf(await response.blob());
  } catch {
    // Offline: try again next time.
  }
  known.delete(url);
  return null;
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
