# /// script
# requires-python = ">=3.11"
# dependencies = ["fastapi==0.128.0"]
#
# [tool.errkb]
# fix-dependencies = ["fastapi==0.128.0", "python-multipart==0.0.21"]
# ///
"""Files are taken without the package that reads them."""

from fastapi import FastAPI, UploadFile


def app():
    app = FastAPI()

    @app.post("/files")
    async def upload(file: UploadFile):
        return {"name": file.filename}


def trigger():
    app()


def fixed():
    app()
