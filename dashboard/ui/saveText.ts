/** Lets the browser download a text as a file. */
export const saveText = (text: string, name: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has started once the click's task ends.
  setTimeout(() => URL.revokeObjectURL(url));
};
